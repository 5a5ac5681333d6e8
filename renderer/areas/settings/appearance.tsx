import { FormGroup, HTMLSelect, SegmentedControl } from '@blueprintjs/core';
import { changeSettings, useSettings, type AppSettings } from '../../state/settings.ts';

const themes: readonly { value: AppSettings['theme']; label: string }[] = [
  { value: 'system', label: 'System' }, { value: 'light', label: 'Light' }, { value: 'dark', label: 'Dark' }, { value: 'contrast', label: 'High contrast' },
];
const densities: readonly { value: AppSettings['density']; label: string }[] = [{ value: 'compact', label: 'Compact' }, { value: 'comfortable', label: 'Comfortable' }];
const sizes = [0.75, 0.9, 1, 1.1, 1.25, 1.5, 2];

export function Appearance() {
  const { theme, density, zoom } = useSettings();
  return (
    <section aria-labelledby="appearance">
      <h2 id="appearance">Appearance</h2>
      <div className="tr-form">
        <FormGroup label="Theme">
          <SegmentedControl aria-label="Theme" options={[...themes]} value={theme} onValueChange={(value) => void changeSettings({ theme: value as AppSettings['theme'] })} />
        </FormGroup>
        <FormGroup label="Rows">
          <SegmentedControl aria-label="Rows" options={[...densities]} value={density} onValueChange={(value) => void changeSettings({ density: value as AppSettings['density'] })} />
        </FormGroup>
        <FormGroup label="Size of everything" labelFor="zoom">
          <HTMLSelect
            id="zoom"
            value={zoom}
            options={(sizes.includes(zoom) ? sizes : [...sizes, zoom].toSorted((a, b) => a - b)).map((value) => ({ value, label: `${Math.round(value * 100)} %` }))}
            onChange={(event) => void changeSettings({ zoom: Number(event.target.value) })}
          />
        </FormGroup>
      </div>
    </section>
  );
}
