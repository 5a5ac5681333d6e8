import { expect, test } from 'vitest';
import { safePage } from '../../../../../renderer/areas/apis/answer-page.ts';

test('a page is shown without scripts and without anything from elsewhere, and keeps its own styles', () => {
  const page = safePage(`<html><head><base href="//evil"><link rel="stylesheet" href="//evil/x.css"><meta http-equiv="refresh" content="0;url=//evil">
    <style>@import "//evil/y.css"; h1 { color: teal; background: url(//evil/z.png) } </style><script>steal()</script></head>
    <body onload="steal()" style="margin: 4px"><h1 onclick='steal()' style='font-style: italic'>Hello</h1><img src="//evil/a.png" alt="a"><img src="data:image/png;base64,AA==" alt="b">
    <a href="javascript:steal()">link</a><iframe srcdoc="x"></iframe><svg><script>steal()</script><image xlink:href="//evil/b"></image></svg><form action="//evil"></form></body></html>`, 'abc');
  expect(page).not.toMatch(/evil|steal|<script|<iframe|onload|onclick|\sstyle=/);
  expect(page).toContain('<style nonce="abc">');
  expect(page).toContain('color: teal');
  expect(page).toContain('font-style: italic');
  expect(page).toContain('data:image/png;base64,AA==');
  expect(page).toContain('Hello');
});
