import { Button } from '@blueprintjs/core';
import { Menu, Search } from '@blueprintjs/icons';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { KeptButton } from './kept-panel.tsx';
import { NotificationsMenu } from './notifications-menu.tsx';
import { UserMenu } from './user-menu.tsx';

const loadPalette = async () => ({ default: (await import('./palette.tsx')).Palette });
const Palette = lazy(loadPalette);

/** Product, search for anything, notifications, who is here. */
export function TopBar({ onMenu, isMenuOpen }: { onMenu: () => void; isMenuOpen: boolean }) {
  const [isSearching, setIsSearching] = useState(false);

  // It is there before it is asked for: keys typed while it loads would go nowhere. What fails now is tried again then, and said.
  useEffect(() => void loadPalette().catch(() => undefined), []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setIsSearching(true);
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  return (
    <header className="top-bar">
      <Button variant="minimal" icon={<Menu />} aria-label="Main menu" aria-expanded={isMenuOpen} onClick={onMenu} />
      <Link to="/" className="product">
        Anamnesis
      </Link>
      <button type="button" className="search-anything" onClick={() => setIsSearching(true)}>
        <Search aria-hidden />
        <span className="search-words">Search for anything</span>
        <kbd>Ctrl K</kbd>
      </button>
      <div className="top-right">
        <KeptButton />
        <NotificationsMenu />
        <UserMenu />
      </div>
      {isSearching && (
        <Suspense>
          <Palette onClose={() => setIsSearching(false)} />
        </Suspense>
      )}
    </header>
  );
}
