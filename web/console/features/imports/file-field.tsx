import { type DragEvent, useRef, useState } from 'react'
import { text } from '../../text/text.ts'
import { Field } from '../../ui/field.tsx'
import './file-field.css'

const t = text.imports

/** A field for a file, which can also be dropped on it. */
export function FileField({ file, onChoose }: { file: File | undefined; onChoose: (file: File) => void }) {
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const choose = (files: FileList | null) => {
    if (files?.[0]) onChoose(files[0])
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const { files } = event.dataTransfer
    // The field shows the name of a dropped file too.
    if (files.length > 0) input.current!.files = files
    choose(files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside does the same by keyboard
    <div
      className={over ? 'file-field file-field-over' : 'file-field'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Field label={t.form.file} hint={t.form.drop}>
        {(described) => (
          <input
            ref={input}
            type="file"
            accept=".csv,text/csv"
            onChange={({ target }) => choose(target.files)}
            {...described}
          />
        )}
      </Field>
      <p role="status">
        {file && (
          <>
            <span className="hidden-visually">{file.name}</span> {t.form.size(t.bytes(file.size))}
          </>
        )}
      </p>
    </div>
  )
}
