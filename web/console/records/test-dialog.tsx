import { useState } from 'react'
import type { Schemas } from '../api/client.ts'
import { text } from '../text/text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Facts } from '../ui/facts.tsx'
import { TextField } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { formatNumber } from '../ui/format.ts'
import { Message } from '../ui/message.tsx'

const t = text.records.test

/** Sends a test to a receiver, and shows what came of it. With `to`, the person may choose who gets a mail. */
export function TestDialog({
  title,
  description,
  to,
  send,
  onClose,
}: {
  title: string
  description: string
  to?: { label: string; hint: string }
  send: (to: string) => Promise<Schemas['TestResult']>
  onClose: () => void
}) {
  const [result, setResult] = useState<Schemas['TestResult']>()
  const form = useForm({ to: '' }, async (values) => {
    setResult(undefined)
    setResult(await send(values.to.trim()))
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{description}</p>
      <Form form={form} submit={t.action} onCancel={onClose}>
        {to && <TextField {...to} {...form.text('to')} type="email" />}
        {result && <Result result={result} />}
      </Form>
    </Dialog>
  )
}

function Result({
  result: { ok, status, error, answer, duration_ms: took },
}: {
  result: Schemas['TestResult']
}) {
  return (
    <>
      <Message tone={ok ? 'success' : 'danger'}>{ok ? t.ok : (error ?? t.failed)}</Message>
      <Facts
        facts={[
          [t.status, status ?? t.noAnswer],
          [t.took, t.milliseconds(formatNumber(took))],
        ]}
      />
      {answer && (
        <section className="stack-small" aria-label={t.answer}>
          <h3>{t.answer}</h3>
          <pre>{answer}</pre>
        </section>
      )}
    </>
  )
}
