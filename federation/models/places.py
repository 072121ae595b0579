"""Provinces and clubs."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import words_of


class Province(models.Model):
    """A part of the country with a delegate of its own."""

    code = models.CharField(_("code"), max_length=6, unique=True)
    name = models.CharField(_("name"), max_length=60)
    slug = models.SlugField(_("address"), max_length=60, unique=True)

    class Meta:
        ordering = ["code"]

    def __str__(self) -> str:
        return self.name


class Club(models.Model):
    code = models.CharField(_("code"), max_length=12, unique=True)
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    city = models.CharField(_("city"), max_length=80, blank=True)
    province = models.ForeignKey(Province, on_delete=models.PROTECT, related_name="clubs")
    founded_on = models.DateField(_("founded"), null=True, blank=True)
    closed_on = models.DateField(_("closed"), null=True, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    website = models.URLField(_("website"), blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    search_key = models.GeneratedField(
        expression=words_of("name", "city"), output_field=models.TextField(), db_persist=True
    )

    class Meta:
        ordering = ["name"]
        indexes = [GinIndex(SearchVector("search_key", config="simple"), name="club_words")]

    def __str__(self) -> str:
        return self.name
