"""A survey whose evidence is data: YAML records in, checked statistics, figures and pages out."""
