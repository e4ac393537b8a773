"""The pages: routes, models, renderer, catalogs. Renders views, holds no rule."""
