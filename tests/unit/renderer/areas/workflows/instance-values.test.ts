import { expect, it } from 'vitest';
import { problemsOf, valuesOf, withValue } from '../../../../../renderer/areas/workflows/instances/instance-values.ts';
import { configFields } from '../../../../../shared/rules/instance-config.ts';

const fields = configFields([{ name: 'city', required: true }, { name: 'count', type: 'number', default: 2 }]);

it('shows the recipe’s own values under those of the instance, which may be JSON text [Q-003]', () => {
  expect(valuesOf(fields, '[{"name": "city", "value": "Bonn"}]')).toEqual({ city: 'Bonn', count: 2 });
});

it('changes one value and keeps the others, those that nobody asked for among them', () => {
  const config = [{ name: 'extra', value: true }, { name: 'city', value: 'Bonn' }];
  expect(withValue(fields, config, 'count', 5)).toEqual([{ name: 'city', value: 'Bonn' }, { name: 'count', value: 5 }, { name: 'extra', value: true }]);
});

it('takes a value away when it is emptied, so that the recipe’s own counts, and says what is missing', () => {
  const config = withValue(fields, [{ name: 'city', value: 'Bonn' }, { name: 'count', value: 5 }], 'count', null);
  expect(valuesOf(fields, config)).toEqual({ city: 'Bonn', count: 2 });
  expect(problemsOf(fields, withValue(fields, config, 'city', ''))).toEqual({ city: 'city is required' });
});
