"""Tokens of programs. A token acts for whoever made it, within its scopes and its event."""

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournaments.models import ApiToken, User
from tournaments.services.programs.tokens import token_of


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer hakem_…`"""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        kind, _blank, secret = get_authorization_header(request).partition(b" ")
        if kind.lower() != b"bearer":
            return None
        token = token_of(secret.decode("ascii", "replace").strip())
        if token is None:
            raise AuthenticationFailed
        return token.created_by, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of one event, made and withdrawn by its chief arbiter.",
        }
