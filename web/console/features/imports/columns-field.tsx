import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { api, type Schemas, unwrap } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/message.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { fieldName, type Kind, useKinds } from './kinds.ts'
import { type Choices, choose, fieldsOf, findClashes, findMissing } from './mapping.ts'
import './columns-field.css'

type Columns = Schemas['ImportColumns']

const t = text.imports.columns
/** The header of a file and some rows. */
const BEGINNING_BYTES = 65_536

/** Asks the server what the columns of a file hold. Only its beginning is sent. */
export function useColumns(file: File | undefined, kind: Kind) {
  return useQuery({
    queryKey: ['import columns', kind, file?.name, file?.size, file?.lastModified],
    queryFn: async ({ signal }) => {
      const { data } = await unwrap(
        api.POST('/admin/v1/imports/columns', {
          params: { query: { kind } },
          headers: { 'Content-Type': 'text/csv' },
          body: file!.slice(0, BEGINNING_BYTES) as never,
          bodySerializer: (body: unknown) => body as Blob,
          signal,
        }),
      )
      return data
    },
    enabled: file !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The field of each column of the file, with some of its values. The user may correct it. */
export function ColumnsField({
  query,
  kind,
  choices,
  onChange,
  onChangeKind,
}: {
  query: ReturnType<typeof useColumns>
  kind: Kind
  choices: Choices
  onChange: (choices: Choices) => void
  onChangeKind: (kind: Kind) => void
}) {
  const kinds = useKinds()
  if (query.isError) return <Failure error={query.error} retry={() => void query.refetch()} />
  if (!query.data) return query.isFetching ? <Loading lines={3} /> : null
  const file = query.data
  const other = kinds.find((one) => one === file.looks_like && one !== kind)
  const missing = findMissing(file, choices)
  return (
    <fieldset className="form-section">
      <legend>{t.title}</legend>
      {other && (
        <Message tone="warning">
          <p>{t.looksLike(text.imports.kinds[other])}</p>
          <p className="state-action">
            <Button onClick={() => onChangeKind(other)}>{t.importAs(text.imports.kinds[other])}</Button>
          </p>
        </Message>
      )}
      <p className="muted">{t.text}</p>
      <ul className="columns-list">
        {file.columns.map(({ name, examples }, position) => (
          <ColumnRow
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
            key={position}
            {...{ file, name, examples, kind }}
            field={fieldsOf(file, choices)[position]!}
            clashes={findClashes(file, choices)}
            onChoose={(field) => onChange(choose(file, choices, name, field))}
          />
        ))}
      </ul>
      {missing.length > 0 && (
        <Message tone="warning">
          {t.missing(missing.map((anyOf) => t.anyOf(anyOf.map((field) => fieldName(kind, field)))))}
        </Message>
      )}
    </fieldset>
  )
}

function ColumnRow({
  file,
  kind,
  name,
  examples,
  field,
  clashes,
  onChoose,
}: {
  file: Columns
  kind: Kind
  name: string
  examples: readonly string[]
  field: string | null
  clashes: ReadonlySet<string>
  onChoose: (field: string) => void
}) {
  const id = useId()
  const clash = field !== null && clashes.has(field)
  return (
    <li className="columns-row">
      <div className="columns-name">
        <label htmlFor={id}>{name}</label>
        <span className="columns-examples muted" id={`${id}-examples`}>
          {examples.join(' · ')}
        </span>
      </div>
      <div>
        <select
          id={id}
          className={field === null ? 'input columns-unused' : 'input'}
          value={field ?? ''}
          onChange={({ target }) => onChoose(target.value)}
          aria-describedby={clash ? `${id}-error ${id}-examples` : `${id}-examples`}
          aria-invalid={clash || undefined}
        >
          <option value="">{t.unused}</option>
          {file.fields.map((one) => (
            <option key={one} value={one}>
              {fieldName(kind, one)}
            </option>
          ))}
        </select>
        {clash && (
          <p className="field-error" id={`${id}-error`}>
            {t.clash}
          </p>
        )}
      </div>
    </li>
  )
}
