import { isPanelShown } from './unsaved-panel.state.ts';

const shown = (wish: Parameters<typeof isPanelShown>[0]['wish'], address: string) => isPanelShown({ wish, comment: undefined }, address);

describe('the list of what was kept', () => {
  it.each(['/patients', '/reports', '/profile'])('comes by itself on %s', (address) => expect(shown('none', address)).toBe(true));
  it.each(['/patients/p', '/patients/p/intakes/add', '/ocr-page/g'])(
    'ruling 27: names no other patient above the record at %s unless somebody asks for it there',
    (address) => {
      expect(shown('none', address)).toBe(false);
      expect(shown({ shownAt: address }, address)).toBe(true);
      expect(shown({ shownAt: '/patients/another' }, address)).toBe(false);
    },
  );
  it('stays away once it was put away', () => expect(shown('hidden', '/patients')).toBe(false));
});
