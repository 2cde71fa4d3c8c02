import { readFileSync } from 'node:fs';
import { fhirPage, PAGE } from './fhir-page.ts';

describe('docs/fhir.md', () => {
  it('is what the tables say (npm run docs:fhir)', () => expect(readFileSync(PAGE, 'utf8')).toBe(fhirPage()));

  it('leads to a table of this page wherever it names one', () => {
    const page = fhirPage();
    const headings = new Set([...page.matchAll(/^## (.+)$/gm)].map(([, name]) => name!.toLowerCase().replaceAll('.', '')));
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, to]) => to!);
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter((to) => !headings.has(to))).toEqual([]);
  });
});
