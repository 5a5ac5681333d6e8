import { Button } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { KeyCaps } from '../components/key-caps.tsx';
import { keysOf } from '../state/keymap.ts';
import { useSettings } from '../state/settings.ts';
import { openOverlay } from '../state/ui.ts';
import { ScopeSwitcher } from './scope-switcher.tsx';
import { TabStrip } from './tab-strip.tsx';

export function TitleBar() {
  const chord = useSettings((state) => keysOf('palette.open', state.keys)[0]);
  return (
    <header className="tr-title">
      <ScopeSwitcher />
      <TabStrip />
      <Button className="tr-search" variant="outlined" icon={<SearchIcon />} title="Search" onClick={() => openOverlay('palette')}>
        Search {chord !== undefined && <KeyCaps chord={chord} />}
      </Button>
    </header>
  );
}
