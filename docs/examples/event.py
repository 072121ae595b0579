"""A whole event through the API: opened, entered, played round by round, finished, reported.

    HAKEM=http://localhost:8000 TOKEN=hakem_… python event.py [PLAYERS [ROUNDS]]

The token belongs to a person, not to an event (My account → My programs), and has every scope.
The final report is written beside this file as final.trf.
"""

import base64
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request

API = os.environ.get("HAKEM", "http://localhost:8000").rstrip("/") + "/api/v1"
TOKEN = os.environ["TOKEN"]
GIVEN = ["Ada", "Bora", "Cem", "Deniz", "Ece", "Firuz", "Gül", "Hale", "Işık", "Jale", "Kaya"]
FAMILY = ["Ak", "Bulut", "Çınar", "Dağ", "Ener", "Fidan", "Gezer", "Hız", "İnce", "Kır", "Lüle",
          "Marti", "Narlı", "Özen", "Pekin", "Rüzgar", "Sezen", "Tuna", "Uçar"]  # fmt: skip


# --- How a program speaks with the API ------------------------------------------------------------


class Refused(Exception):
    """An answer with a problem (RFC 9457): its code, its sentence, its field."""

    def __init__(self, status, problem):
        super().__init__(f"{status} {problem['title']}: {problem['detail']}")
        self.status, self.problem = status, problem


def send(method, path, body=None, key=None):
    """One request. With `key` it is done once, however often it is sent."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    if key:
        headers["Idempotency-Key"] = key
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(API + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            text = answer.read()
            return json.loads(text) if text else None
    except urllib.error.HTTPError as error:
        if error.code == 429:  # too many requests: wait as long as it says
            time.sleep(int(error.headers.get("Retry-After", "1")))
            return send(method, path, body, key)
        raise Refused(error.code, json.load(error)) from None


def confirm(method, path, body=None, key=None):
    """The same, answering yes to what is asked first. The questions are printed."""
    body = dict(body or {})
    while True:
        try:
            return send(method, path, body, key)
        except Refused as error:
            if error.problem["code"] != "needs_confirmation":
                raise
            print("  asked:", error.problem["detail"])
            for reason in error.problem.get("reasons", []):
                print("        ", reason["text"])
            body["confirmed"] = error.problem["confirmed"]


def every(path):
    """All results of a list that comes in pages."""
    address = path
    while address:
        page = send("GET", address.removeprefix(API))
        yield from page["results"]
        address = page["next"]


def wait_for(job):
    """Work in the background, until it is done."""
    while job["status"] in ("waiting", "running"):
        time.sleep(0.2)
        job = send("GET", f"/jobs/{job['id']}/")
    if job["status"] != "done":
        raise SystemExit(f"{job['kind']}: {job['status']} {job['error']}")


# --- The event ------------------------------------------------------------------------------------


def players(count):
    """Invented people, the strongest first."""
    dice = random.Random(1)
    for number in range(count):
        yield {
            "name": f"{FAMILY[number % 19]}, {GIVEN[number % 11]}",
            "fide_rating": 2500 - 7 * number if number < 150 else 0,
            "federation": "TUR",
            "birth_date": f"{1960 + dice.randrange(50)}-{1 + dice.randrange(12):02}-15",
            "club": f"{FAMILY[number % 7]} SK",
        }


def result(board, dice):
    """The stronger wins more often."""
    white, black = board["white"]["rating"], board["black"]["rating"]
    expected = 1 / (1 + 10 ** ((black - white) / 400))
    if dice.random() < 0.3:
        return "=="
    return "10" if dice.random() < expected else "01"


def play(tournament, number, dice):
    """Pair, publish, enter every result, finish."""
    here = f"/tournaments/{tournament}/rounds/{number}"
    job = confirm("POST", f"{here}/pair/")
    wait_for(job)
    confirm("POST", f"{here}/publish/")
    for board in send("GET", f"{here}/")["boards"]:
        send(
            "PUT",
            f"/boards/{board['id']}/result/",
            {"result": result(board, dice), "version": board["version"]},
            key=f"{tournament}-{number}-{board['board']}",
        )
    send("POST", f"{here}/finish/")


def main(count=200, rounds=9):
    dice = random.Random(2)
    event = send(
        "POST",
        "/events/",
        {
            "name": f"Open {count}",
            "starts_on": "2026-05-01",
            "ends_on": "2026-05-09",
            "city": "Bursa",
        },
    )
    made = send(
        "POST",
        f"/events/{event['slug']}/tournaments/",
        {
            "name": "A",
            "system": "fide2026.dutch",
            "total_rounds": rounds,
            "time_control": "90 min + 30 s",
            "tie_breaks": ["BH/C1", "BH", "SB", "DE"],
        },
    )
    tournament = made["id"]
    at = f"/tournaments/{tournament}"
    print(f"tournament {tournament}: {made['format']['name']}, {rounds} rounds")

    people = list(players(count))
    send("POST", f"{at}/players/many/?dry_run=1", {"players": people})  # nothing is stored yet
    entered = send("POST", f"{at}/players/many/", {"players": people}, key=f"list-{tournament}")
    print(f"{entered['entered']} players")
    send("PUT", f"{at}/times/", {"times": [{"round": 1, "starts_at": "2026-05-01T10:00:00"}]})
    prizes = [{"first": 1, "amount": "3000"}, {"first": 2, "last": 3, "amount": "1000"}]
    send("PUT", f"{at}/prizes/set/", {"prizes": prizes, "currency": "EUR"})

    # The last on the list misses round 2 with half a point; somebody leaves after it.
    listed = list(every(f"{at}/players/"))
    confirm("PUT", f"/players/{listed[-1]['id']}/byes/2/", {"kind": "H"})
    for number in range(1, rounds + 1):
        play(tournament, number, dice)
        if number == 2:
            confirm("POST", f"/players/{listed[-2]['id']}/withdraw/")
        leader = send("GET", f"{at}/standings/?fields=rows.player.name,rows.points")["rows"][0]
        print(f"round {number}: {leader['player']['name']} leads with {leader['points']}")

    confirm("POST", f"{at}/finish/")
    for row in send("GET", f"{at}/standings/")["rows"][:3]:
        print(row["rank"], row["player"]["name"], row["points"], *row["tie_breaks"])
    paper = send(
        "POST", f"{at}/documents/make/", {"kind": "standings", "round": rounds, "language": "en"}
    )
    wait_for(paper)
    report = send("GET", f"{at}/files/trf26/")
    with open("final.trf", "wb") as file:
        file.write(base64.b64decode(report["content"]))
    print(f"final.trf: {report['name']}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
