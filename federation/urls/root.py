"""Addresses at the root of the site, without a language."""

from django.urls import URLPattern, path

from federation.views import sitemap

urlpatterns: list[URLPattern] = [
    path("federation-sitemap.xml", sitemap.sitemap, name="federation_sitemap"),
]
