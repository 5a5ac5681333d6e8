const seconds = { weeks: 604_800, days: 86_400, hours: 3600, minutes: 60, seconds: 1 } as const;
export type Unit = keyof typeof seconds;
export const units = Object.keys(seconds) as readonly Unit[];

const isoDuration = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

export interface Interval {
  readonly count: number;
  readonly unit: Unit;
}

/** A schedule such as `{"minutes": 90}` or `PT1H30M` in one unit of time; undefined for one that is no interval. */
export function intervalOf(schedule: unknown): Interval | undefined {
  const parts = partsOf(schedule);
  if (!parts) return undefined;
  const said = units.filter((unit) => parts[unit] !== undefined);
  if (said.length === 0) return undefined;
  if (said.length === 1) return { count: parts[said[0]!]!, unit: said[0]! };
  const total = said.reduce((sum, unit) => sum + parts[unit]! * seconds[unit], 0);
  const unit = units.find((unit) => total % seconds[unit] === 0) ?? 'seconds';
  return { count: total / seconds[unit], unit };
}

function partsOf(schedule: unknown): Readonly<Partial<Record<Unit, number>>> | undefined {
  if (typeof schedule === 'string') {
    const match = isoDuration.exec(schedule);
    return match ? Object.fromEntries(units.flatMap((unit, at) => (match[at + 1] === undefined ? [] : [[unit, Number(match[at + 1])]]))) : undefined;
  }
  if (typeof schedule !== 'object' || schedule === null || Array.isArray(schedule)) return undefined;
  return Object.entries(schedule).every(([unit, value]) => Object.hasOwn(seconds, unit) && typeof value === 'number') ? schedule : undefined;
}
