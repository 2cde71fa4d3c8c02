import { Button } from '@blueprintjs/core';
import { Menu, Search } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { isKey } from '#web/lib/keys.ts';
import { KeptButton } from './unsaved-panel.tsx';
import { NotificationsMenu } from './notifications-menu.tsx';
import { Palette } from './palette.tsx';
import { UserMenu } from './user-menu.tsx';
import styles from './top-bar.module.css';

/** Product, search for anything, notifications, who is here. */
export function TopBar({ onMenu, isMenuOpen }: { onMenu: () => void; isMenuOpen: boolean }) {
  const [isSearching, setIsSearching] = useState(false);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isKey(event, 'search')) return;
      event.preventDefault();
      setIsSearching(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  return (
    <div className={styles.bar}>
      <Button variant="minimal" icon={<Menu />} aria-label="Main menu" aria-expanded={isMenuOpen} onClick={onMenu} />
      <Link to="/" className={styles.product}>
        Anamnesis
      </Link>
      <button type="button" className={styles.search} onClick={() => setIsSearching(true)}>
        <Search aria-hidden />
        <span className={styles.words}>Search for anything</span>
        <kbd>Ctrl K</kbd>
      </button>
      <div className={styles.right}>
        <KeptButton />
        <NotificationsMenu />
        <UserMenu />
      </div>
      {isSearching && <Palette onClose={() => setIsSearching(false)} />}
    </div>
  );
}
