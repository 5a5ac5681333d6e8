/** What a list tells of a version. */
export interface Version {
  readonly version_id: string;
  readonly version?: number | null;
  readonly version_tag?: string | null;
  readonly note?: string | null;
  readonly crt_user?: string | null;
  readonly crt_date?: string | null;
  readonly node_count?: number | null;
  readonly edge_count?: number | null;
}

/** "Version 3 · before the audit". */
export const versionName = ({ version, version_id, version_tag }: Version): string => [version === null || version === undefined ? version_id : `Version ${version}`, version_tag].filter(Boolean).join(' · ');
