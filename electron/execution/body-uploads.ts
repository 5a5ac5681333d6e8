import { refuse, type AttachedFile, type BodySpec, type Fields, type UploadSource } from './request.ts';

/** Files that a body refers to by the id of their upload. */

const isPart = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const idIn = ({ upload }: Fields): string[] => (typeof upload === 'string' && upload !== '' ? [upload] : []);

/** Throws `invalid_input` where it is not kept. */
export function uploadedFile(id: string, uploads: UploadSource | undefined): AttachedFile {
  if (!uploads) throw refuse('body', 'A file that was uploaded for one request is not sent with others. Choose it there again.');
  return uploads(id);
}

/** The uploads that a body, as it came, is made of. */
export function uploadsIn(body: unknown): string[] {
  if (!isPart(body)) return [];
  const { type, content } = body;
  if (type === 'binary') return idIn(body);
  return type === 'form-data' && Array.isArray(content) ? (content as unknown[]).filter(isPart).flatMap(idIn) : [];
}

/** The same body with other ids for its uploads. */
export function withUploads(body: BodySpec, ids: ReadonlyMap<string, string>): BodySpec {
  const renamed = <T extends Fields>(of: T): T => {
    const [id] = idIn(of);
    return id === undefined ? of : { ...of, upload: ids.get(id) ?? id };
  };
  if (body.type === 'binary') return renamed(body as BodySpec & Fields);
  return uploadsIn(body).length === 0 ? body : { ...body, content: (body.content as unknown[]).map((part) => (isPart(part) ? renamed(part) : part)) };
}
