"""The rules for what players may say from their phones in a tournament."""

from tournaments.models import Tournament, VoiceRules


def voice_rules(tournament: Tournament) -> VoiceRules:
    """As the chief arbiter chose them, or as usual."""
    found = VoiceRules.objects.filter(tournament=tournament).first()
    return found or VoiceRules(tournament=tournament)
