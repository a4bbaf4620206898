import { type Static, Type } from 'typebox'
import type { FileKind } from '../../platform/imports/file-kinds.ts'
import { Named, Nullable, Time } from '../../platform/output-schemas.ts'
import { KINDS } from './kinds.ts'

const NullableTime = Nullable(Time)
const Actor = Named(
  'ImportActor',
  Type.Object({
    kind: Type.String({ enum: ['user', 'token', 'shell', 'system'] }),
    id: Type.Optional(Type.Integer()),
    name: Type.Optional(
      Type.String({ description: "The user's e-mail address, or the name of the token or the shell's user" }),
    ),
  }),
)

const Summary = Named(
  'ImportSummary',
  Type.Object({
    create: Type.Integer({ description: 'Dealers, postal codes or warranties' }),
    update: Type.Integer(),
    unchanged: Type.Integer(),
    remove: Type.Integer(),
    invalid: Type.Integer({ description: 'Rows' }),
  }),
)

const Note = Named(
  'ImportNote',
  Type.Object({
    line: Type.Integer({ description: 'Line of the file; the first is 1' }),
    column: Nullable(Type.String(), {
      description: 'Name of the column; null where the row as a whole is meant',
    }),
    message: Type.String(),
  }),
)

export type ImportNote = Static<typeof Note>
export type ImportSummary = Static<typeof Summary>

const FIELDS = {
  id: Type.Integer(),
  kind: Type.Unsafe<(typeof KINDS)[number]>({ type: 'string', enum: [...KINDS] }),
  brand_id: Type.Integer(),
  brand: Type.String({ description: 'Slug' }),
  mode: Type.String({ enum: ['merge', 'replace'] }),
  options: Named(
    'ImportOptions',
    Type.Object({
      map: Type.Array(Type.String()),
      country: Nullable(Type.String()),
      date_format: Nullable(Type.String()),
      sync: Type.Boolean(),
    }),
  ),
  size: Type.Integer({ description: 'Bytes' }),
  state: Type.String({ enum: ['checking', 'ready', 'running', 'done', 'failed'] }),
  progress: Named(
    'ImportProgress',
    Type.Object({ done: Type.Integer(), total: Type.Integer() }, { description: 'Rows' }),
  ),
  summary: Nullable(Summary, { description: 'Null until it is checked' }),
  summary_changed: Type.Boolean({
    description: 'Whether the run found something else than the check before it: other changes came between',
  }),
  skip_invalid: Type.Boolean(),
  reason: Nullable(Type.String(), { description: 'Why it failed' }),
  can_commit: Type.Boolean({ description: 'Whether it can be committed now, also again after a failed run' }),
  ignored_columns: Type.Array(Type.String()),
  created_by: Actor,
  committed_by: Nullable(Actor),
  created_at: Time,
  updated_at: Time,
  checked_at: NullableTime,
  committed_at: NullableTime,
  finished_at: NullableTime,
}

/** An import in a list. */
export const ImportItem = Named('ImportItem', Type.Object(FIELDS))

/** An import as the administration shows it. */
export const ImportRecord = Named(
  'Import',
  Type.Object({
    ...FIELDS,
    errors: Type.Array(Note, { description: 'The first 100' }),
    warnings: Type.Array(Note, { description: 'The first 100' }),
  }),
)

/** The columns of a file that is to be imported. */
export const FileColumns = Named(
  'ImportColumns',
  Type.Object({
    columns: Type.Array(
      Type.Object({
        name: Type.String(),
        field: Type.Union([Type.String(), Type.Null()], {
          description: 'The field that the column holds, by its name; null: the import ignores it',
        }),
        examples: Type.Array(Type.String(), { description: 'Up to three values of the first rows' }),
      }),
    ),
    fields: Type.Array(Type.String(), { description: 'All fields that a column can hold' }),
    required: Type.Array(Type.Array(Type.String()), {
      description: 'In each entry, the fields of which one must have a column',
    }),
    looks_like: Type.Union(
      [
        Type.Unsafe<FileKind>({ type: 'string', enum: ['dealers', 'leads', 'territories', 'warranties'] }),
        Type.Null(),
      ],
      { description: 'What the columns say that the file lists; null where they do not say it' },
    ),
  }),
)

export type ImportItem = Static<typeof ImportItem>
export type ImportRecord = Static<typeof ImportRecord>
export type FileColumns = Static<typeof FileColumns>
