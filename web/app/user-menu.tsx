import { Button, MenuItem, Menu, SegmentedControl } from '@blueprintjs/core';
import { CaretDown, KeyCommand, LogOut, Person } from '@blueprintjs/icons';
import { useLocation } from 'wouter';
import { Popup } from '#web/ui/popup.tsx';
import { useSession } from '#web/lib/session.tsx';
import { roleNames } from '#web/lib/role-names.ts';
import { showKeys } from './keys-dialog.tsx';
import { chooseTheme, type Theme, useTheme } from './theme.ts';
import styles from './top-bar.module.css';

const THEMES = [
  { label: 'Light', value: 'light' },
  { label: 'Dark', value: 'dark' },
  { label: 'System', value: 'system' },
];

/** Name and role; the account, light or dark, and the way out. */
export function UserMenu() {
  const { user, signOut } = useSession();
  const [, navigate] = useLocation();
  const theme = useTheme();
  return (
    <Popup
      placement="bottom-end"
      content={
        <div className={styles.menu}>
          <p>
            <strong>{user.name}</strong>
            <span className="bp6-text-muted">{[roleNames(user.roles), user.organization_name].filter(Boolean).join(' · ')}</span>
          </p>
          <div>
            <SegmentedControl
              size="small"
              fill
              aria-label="Light or dark"
              options={THEMES}
              value={theme}
              onValueChange={(value) => chooseTheme(value as Theme)}
            />
          </div>
          <Menu>
            <MenuItem icon={<Person />} text="My account" onClick={() => navigate('/profile')} />
            <MenuItem icon={<KeyCommand />} text="Keys" label="?" onClick={showKeys} />
            <MenuItem icon={<LogOut />} text="Logout" onClick={signOut} />
          </Menu>
        </div>
      }
    >
      <Button variant="minimal" className={styles.user} endIcon={<CaretDown />} aria-label={`${user.name}, ${roleNames(user.roles)}`}>
        <Person aria-hidden className={styles.icon} />
        <span className={styles.name}>{user.name}</span> <span className={`bp6-text-muted ${styles.role}`}>{roleNames(user.roles)}</span>
      </Button>
    </Popup>
  );
}
