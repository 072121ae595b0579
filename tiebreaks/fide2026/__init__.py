"""FIDE C.07, Play-Off and Tie-Break Regulations, in force from 1 March 2026.

One file per article or two. The edition of 1 August 2024 differs where `Rules.capped` is asked
(art. 16.4) and in a few methods that it did not have.
"""
