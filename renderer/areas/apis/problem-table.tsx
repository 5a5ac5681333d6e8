interface ProblemTableProps {
  readonly label: string;
  readonly problems: readonly { readonly where: string; readonly message: string; readonly line?: number | undefined }[];
}

const mostShown = 500;

/** What was wrong, and where, in a region that scrolls. */
export function ProblemTable({ label, problems }: ProblemTableProps) {
  return (
    // What scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="import-problems" tabIndex={0} role="region" aria-label={label}>
      <table className="tr-table">
        <thead><tr><th scope="col">Where</th><th scope="col">Problem</th></tr></thead>
        <tbody>
          {problems.slice(0, mostShown).map(({ where, message, line }, at) => (
            // The same problem may stand at the same place twice.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at}><td className="tr-mono">{where}{line !== undefined && <span className="tr-muted"> line {line}</span>}</td><td>{message}</td></tr>
          ))}
        </tbody>
      </table>
      {problems.length > mostShown && <p className="form-note">and {(problems.length - mostShown).toLocaleString()} more</p>}
    </div>
  );
}
