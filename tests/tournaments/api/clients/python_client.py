"""Plays a whole event with the client that openapi-python-client makes from the document.

python python_client.py SITE TOKEN PLAYERS ROUNDS   # with the client as package `hakem_client`
"""

import base64
import sys
import time
from datetime import date

from hakem_client.api.boards import enter_result
from hakem_client.api.events import create_event
from hakem_client.api.players import enter_players, list_players, withdraw_player
from hakem_client.api.rounds import finish_round, get_job, get_round, pair_round, publish_round
from hakem_client.api.standings import get_standings
from hakem_client.api.tournaments import create_tournament, finish_tournament, get_file
from hakem_client.client import AuthenticatedClient
from hakem_client.models import (
    Confirmed,
    EventFields,
    Job,
    JobStatus,
    ManyEntries,
    ManyEntriesPlayersItem,
    Problem,
    Result,
    SettingsFields,
    Standings,
    StandingsSparse,
)


def done(answer):
    assert answer is not None and not isinstance(answer, Problem), answer
    return answer


def confirm(call, *path, client):
    body = Confirmed()
    while isinstance(answer := call.sync(*path, client=client, body=body), Problem):
        assert answer.code == "needs_confirmation", answer
        print("asked:", answer.detail)
        body = Confirmed(confirmed=answer.confirmed)
    return done(answer)


def main(site, token, count, rounds):
    client = AuthenticatedClient(base_url=site, token=token, raise_on_unexpected_status=True)
    fields = EventFields(
        name=f"Open {count}", starts_on=date(2026, 5, 1), ends_on=date(2026, 5, 9), city="Bursa"
    )
    event = done(create_event.sync(client=client, body=fields))
    wanted = SettingsFields(name="A", total_rounds=rounds, tie_breaks=["BH", "SB"])
    tournament = done(create_tournament.sync(event.slug, client=client, body=wanted))
    people = [
        {"name": f"Player, Number {place + 1}", "fide_rating": 2500 - 7 * place}
        for place in range(count)
    ]
    lines = ManyEntries(players=[ManyEntriesPlayersItem.from_dict(one) for one in people])
    entered = done(enter_players.sync(tournament.id, client=client, body=lines))
    assert entered.entered == count and entered.lines[0].player.name == people[0]["name"]
    for number in range(1, rounds + 1):
        job: Job = confirm(pair_round, tournament.id, number, client=client)
        while job.status in (JobStatus.WAITING, JobStatus.RUNNING):
            time.sleep(0.1)
            job = done(get_job.sync(job.id, client=client))
        confirm(publish_round, tournament.id, number, client=client)
        for board in done(get_round.sync(tournament.id, number, client=client)).boards:
            code = "==" if (board.board + number) % 3 == 0 else "10"
            result = Result(result=code, version=board.version)
            key = f"{tournament.id}-{number}-{board.board}"
            kept = enter_result.sync(board.id, client=client, body=result, idempotency_key=key)
            assert done(kept).result == code
        done(finish_round.sync(tournament.id, number, client=client))
        if number == 1:
            last = done(list_players.sync(tournament.id, client=client, limit=500)).results[-1]
            confirm(withdraw_player, last.id, client=client)
    confirm(finish_tournament, tournament.id, client=client)
    table = done(get_standings.sync(tournament.id, client=client))
    assert isinstance(table, Standings) and table.final
    names = "after,rows.rank,rows.player.name"
    part = done(get_standings.sync(tournament.id, client=client, fields=names))
    assert isinstance(part, StandingsSparse) and part.after == rounds and not part.final
    assert [row.player.name for row in part.rows] == [row.player.name for row in table.rows]
    for row in table.rows:
        print(row.rank, row.player.name, row.points, *row.tie_breaks)
    report = done(get_file.sync(tournament.id, "trf26", client=client))
    with open("final.trf", "wb") as file:
        file.write(base64.b64decode(report.content))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
