"""Addresses of the papers on the desk."""

from django.urls import path

from tournaments.views import documents, files

urlpatterns = [
    path("", documents.index, name="documents"),
    path("new/<slug:kind>/", documents.new, name="new_document"),
    path("new/<slug:kind>/preview/", documents.preview, name="preview_document"),
    path("files/", files.files, name="files"),
    path("files/<slug:file>/", files.download, name="file"),
    path("<int:document>/", documents.download, name="document"),
    path("at-publication/", documents.at_publication, name="papers_at_publication"),
    path("<int:document>/print/", documents.print_document, name="print_document"),
    path("<int:document>/state/", documents.state, name="document_state"),
    path("<int:document>/post/", documents.post, name="post_document"),
    path("<int:document>/take-down/", documents.take_down, name="take_down_document"),
]
