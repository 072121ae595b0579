"""The staff of an event for programs: duties and invitations."""

from rest_framework import serializers

from tournaments.models import Invitation, Role, StaffMember


class StaffMemberSerializer(serializers.ModelSerializer):
    """A member of the staff."""

    user = serializers.CharField(source="user.username", help_text="the user name")
    name = serializers.CharField(source="user.display_name", help_text="as on reports")
    role = serializers.ChoiceField(choices=Role.values, help_text="the duty")

    class Meta:
        model = StaffMember
        fields = ["user", "name", "role"]


class InvitationSerializer(serializers.ModelSerializer):
    """An invitation that is open."""

    role = serializers.ChoiceField(choices=Role.values, help_text="the duty that is offered")

    class Meta:
        model = Invitation
        fields = ["id", "email", "role", "created_at", "sent_at"]


class StaffSerializer(serializers.Serializer):
    members = StaffMemberSerializer(many=True, help_text="those who have a duty")
    invitations = InvitationSerializer(many=True, help_text="those who were asked")


class GiveDutySerializer(serializers.Serializer):
    user = serializers.CharField(max_length=150, help_text="the user name of an account")
    role = serializers.ChoiceField(
        choices=[*Role.values, ""], help_text="the duty; empty: no longer on the staff"
    )


class InviteSerializer(serializers.Serializer):
    email = serializers.EmailField(max_length=254, help_text="where the link is sent")
    role = serializers.ChoiceField(choices=Role.values, help_text="the duty that is offered")
    language = serializers.ChoiceField(choices=["tr", "en"], help_text="of the message")
