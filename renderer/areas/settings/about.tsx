import { useAbout } from '../../state/about.ts';
import { usePlatform } from '../../state/platform.ts';

/** What runs here. */
export function About() {
  const about = useAbout((state) => state.about);
  const url = usePlatform(({ platform }) => platform?.url);
  if (!about) return null;
  const lines = [['Version', about.version], ['Host', about.host], ['Node', about.node], ['Electron', about.electron], ['Platform', url], ['Data folder', about.data_folder]] as const;
  return (
    <section aria-labelledby="about">
      <h2 id="about">About</h2>
      <dl>
        {lines.map(([name, value]) => value && (
          <div key={name} className="tr-pair">
            <dt>{name}</dt>
            <dd className="tr-mono">{value}</dd>
          </div>
        ))}
      </dl>
      {about.problems.map((problem) => <p key={problem} className="tr-warning">{problem}</p>)}
    </section>
  );
}
