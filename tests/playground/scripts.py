"""JavaScript that tests of the page run."""

SCROLL = "document.getElementById('scroll')"
AT_THE_END = f"{SCROLL}.scrollHeight - {SCROLL}.scrollTop - {SCROLL}.clientHeight < 5"
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
HELD = """(() => {
  const { fetch } = window;
  const gate = new Promise((open) => { window.release = open; });
  window.fetch = async (...about) => { await gate; return fetch(...about); };
})()"""
"""Requests wait for `release()`."""
