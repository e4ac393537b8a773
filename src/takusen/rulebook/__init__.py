"""What a rule book is: manifest, acts and offers, content, options, texts, pages, odds."""
