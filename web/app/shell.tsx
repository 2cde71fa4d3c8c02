import { Button, Drawer } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useConfiguration } from '#web/lib/configuration.ts';
import { ClockBar } from './clock-bar.tsx';
import { EnvironmentBar } from './environment-bar.tsx';
import { Footer } from './footer.tsx';
import { useIsNarrow, useIsPhone } from '#web/lib/phone.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { restorePlace } from '#web/lib/returning.ts';
import { store, stored } from '#web/lib/stored.ts';
import { KeptPanel } from './unsaved-panel.tsx';
import { SideMenu } from './side-menu.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { TopBar } from './top-bar.tsx';
import titles from '#web/ui/page-title.module.css';
import styles from './shell.module.css';
import menu from './side-menu.module.css';
import bar from './top-bar.module.css';

const FOLDED = 'anamnesis.menu';

/** What stands around every screen of a signed-in person. */
export function Shell({ children }: { children: ReactNode }) {
  const { configuration } = useConfiguration();
  const [location] = useLocation();
  const isPhone = useIsPhone();
  const isNarrow = useIsNarrow();
  const [isFolded, setIsFolded] = useState(() => stored(FOLDED) === 'folded');
  const [openAt, setOpenAt] = useState<string>();
  const isDrawerOpen = isNarrow && openAt === location;
  useReturnFocus(undefined, isDrawerOpen);

  const fold = () => {
    if (isNarrow) return setOpenAt(isDrawerOpen ? undefined : location);
    setIsFolded(!isFolded);
    store(FOLDED, isFolded ? 'open' : 'folded');
  };

  useEffect(() => restorePlace(), [location]);

  return (
    <div className={styles.shell}>
      <a className={styles.skip} data-passing href="#main">
        To the content
      </a>
      <header>
        <TopBar onMenu={fold} isMenuOpen={isNarrow ? isDrawerOpen : !isFolded} />
        <EnvironmentBar environment={configuration?.environment} />
        <ClockBar />
      </header>
      <KeptPanel />
      <KeysDialog />
      <div className={styles.body}>
        {!isPhone && <SideMenu isFolded={isFolded || isNarrow} />}
        {isNarrow && (
          <Drawer
            isOpen={isDrawerOpen}
            shouldReturnFocusOnClose={false}
            onClose={() => setOpenAt(undefined)}
            position="left"
            size="280px"
            className={menu.drawer}
          >
            <div className={titles.drawer}>
              Anamnesis
              <Button variant="minimal" icon={<Cross />} aria-label="Close" onClick={() => setOpenAt(undefined)} />
            </div>
            <SideMenu isFolded={false} />
          </Drawer>
        )}
        <div className={styles.main} id="main" tabIndex={-1}>
          <main>{children}</main>
          <Footer />
        </div>
      </div>
    </div>
  );
}

/** What stands around the screens before signing in. */
export function PublicShell({ children }: { children: ReactNode }) {
  const { configuration } = useConfiguration();
  return (
    <div className={styles.shell}>
      <header>
        <div className={bar.bar}>
          <span className={bar.product}>Anamnesis</span>
          <span className={`bp6-text-muted ${bar.says}`}>Data visualisation for patient health data</span>
        </div>
        <EnvironmentBar environment={configuration?.environment} />
      </header>
      <div className={styles.main}>
        <main>{children}</main>
        <Footer />
      </div>
    </div>
  );
}
