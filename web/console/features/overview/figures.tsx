import { lazy, Suspense } from 'react'
import type { Schemas } from '../../api/client.ts'
import { text } from '../../text/text.ts'
import { formatDay, formatMonth, formatNumber } from '../../ui/format.ts'
import { DataTable } from '../../ui/table.tsx'
import { type Figure, fillDays, fillMonths, sumBy } from './series.ts'

const t = text.overview
const BarChart = lazy(async () => ({ default: (await import('../../ui/bar-chart.tsx')).BarChart }))

/** The figures of a period: charts, each with its table. */
export function Figures({ overview }: { overview: Schemas['Overview'] }) {
  const { from, to, warranties_by_month, leads_by_day, deliveries } = overview
  return (
    <div className="figures">
      {warranties_by_month && (
        <Chart
          title={t.warranties}
          column={t.month}
          figures={fillMonths(warranties_by_month, { from, to })}
          format={formatMonth}
        />
      )}
      {leads_by_day && (
        <>
          <Chart
            title={t.leads}
            column={t.day}
            figures={fillDays(leads_by_day, { from, to })}
            format={formatDay}
          />
          <Chart
            title={t.leadsByCategory}
            column={t.category}
            figures={sumBy(leads_by_day, ({ category }) => text.leads.categories[category] ?? category)}
          />
        </>
      )}
      {deliveries && (
        <Chart
          title={t.deliveries}
          column={text.records.deliveries.state}
          figures={(['pending', 'delivered', 'failed'] as const).map((state) => ({
            label: text.records.deliveries.states[state],
            total: deliveries[state],
          }))}
        />
      )}
    </div>
  )
}

function Chart({
  title,
  column,
  figures,
  format = (label) => label,
}: {
  title: string
  column: string
  figures: Figure[]
  format?: (label: string) => string
}) {
  const total = figures.reduce((sum, figure) => sum + figure.total, 0)
  return (
    <section className="card figure">
      <div>
        <h3>{title}</h3>
        <p className="muted">{total === 0 ? t.none : t.sum(formatNumber(total))}</p>
      </div>
      <Suspense fallback={<div className="chart" />}>
        <BarChart title={title} figures={figures} format={format} />
      </Suspense>
      <details>
        <summary>{t.table}</summary>
        <div className="figure-table">
          <DataTable
            caption={title}
            columns={[
              { title: column, cell: ({ label }) => format(label) },
              { title: t.total, cell: (figure) => formatNumber(figure.total), numeric: true },
            ]}
            rows={figures.filter((figure) => figure.total > 0)}
            rowKey={({ label }) => label}
          />
        </div>
      </details>
    </section>
  )
}
