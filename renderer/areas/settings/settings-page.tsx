import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useTitle } from '../../state/tabs.ts';
import { About } from './about.tsx';
import { Appearance } from './appearance.tsx';
import { Connections } from './connections.tsx';
import { FailureAlerts } from './failure-alerts.tsx';
import { Keys } from './keys.tsx';
import { SendableFolders } from './sendable-folders.tsx';
import { Storage } from './storage.tsx';

export function SettingsPage() {
  useTitle('Settings');
  const { hash } = useLocation();
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView?.();
  }, [hash]);
  return (
    <>
      <header className="tr-page-head"><h1>Settings</h1></header>
      <div className="tr-settings">
        <Connections />
        <Appearance />
        <Keys />
        <FailureAlerts />
        <SendableFolders />
        <Storage />
        <About />
      </div>
    </>
  );
}
