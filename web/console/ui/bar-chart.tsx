import { useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import { useTheme } from '../app/theme.ts'
import { formatNumber } from './format.ts'
import 'uplot/dist/uPlot.min.css'
import './bar-chart.css'

const HEIGHT = 180
const LABEL_WIDTH = 76

/** Bars, one for each figure. The table beside it says the same, so screen readers get the title alone. */
export function BarChart({
  title,
  figures,
  format,
}: {
  title: string
  figures: readonly { label: string; total: number }[]
  format: (label: string) => string
}) {
  const box = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const [theme] = useTheme()
  const systemIsDark = useMedia('(prefers-color-scheme: dark)')
  const data = JSON.stringify(figures)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colors; `data` stands for `figures`
  useEffect(() => {
    const element = box.current!
    const chart = new uPlot(
      optionsOf(element, figures, { format, onPoint: setPointed }),
      [figures.map((_, index) => index), figures.map(({ total }) => total)],
      element,
    )
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) chart.setSize({ width: element.clientWidth, height: HEIGHT })
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      chart.destroy()
    }
  }, [data, theme, systemIsDark])
  const figure = pointed === null ? undefined : figures[pointed]
  return (
    <div className="chart-box">
      <div ref={box} className="chart" role="img" aria-label={title} />
      <p className="chart-pointed" aria-hidden="true">
        {figure && `${format(figure.label)}: ${formatNumber(figure.total)}`}
      </p>
    </div>
  )
}

function optionsOf(
  element: HTMLElement,
  figures: readonly { label: string }[],
  { format, onPoint }: { format: (label: string) => string; onPoint: (index: number | null) => void },
): uPlot.Options {
  const [line, bar, label] = ['--border', '--accent', '--muted'].map((name) => colorOf(element, name))
  const font = `12px ${getComputedStyle(element).fontFamily}`
  return {
    width: element.clientWidth || 300,
    height: HEIGHT,
    legend: { show: false },
    padding: [8, 8, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: false, range: () => [-0.5, figures.length - 0.5] },
      y: { range: (_plot, _low, high) => [0, Math.max(4, Math.ceil(high * 1.1))] },
    },
    axes: [
      {
        stroke: label!,
        font,
        grid: { show: false },
        ticks: { show: false },
        size: 40,
        splits: (plot) => pick(figures.length, Math.max(1, Math.floor(plot.width / LABEL_WIDTH))),
        values: (_plot, splits) => splits.map((index) => shorten(format(figures[index]?.label ?? ''))),
      },
      {
        stroke: label!,
        font,
        grid: { stroke: line!, width: 1 },
        ticks: { show: false },
        size: 44,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 100_000, 1_000_000],
        values: (_plot, splits) => splits.map((value) => formatNumber(value)),
      },
    ],
    series: [
      {},
      {
        fill: bar!,
        stroke: bar!,
        width: 0,
        points: { show: false },
        paths: uPlot.paths.bars!({ size: [0.7, 48] }),
      },
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  }
}

/** Returns up to `most` evenly spaced indexes of `count` bars. */
function pick(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / step) }, (_, place) => place * step)
}

/** Leaves out the year, which is plain from the period, and breaks what is long. */
function shorten(label: string): string {
  const short = label.replace(/, \d{4}$/, '')
  return short.length > 9 ? short.replace(/[ -]/, '\n') : short
}

/** Returns a color of tokens.css as the theme has it: a canvas knows no `light-dark()`. */
function colorOf(element: HTMLElement, name: string): string {
  const before = element.style.color
  element.style.color = `var(${name})`
  const { color } = getComputedStyle(element)
  element.style.color = before
  return color
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const list = matchMedia(query)
    const change = () => setMatches(list.matches)
    list.addEventListener('change', change)
    return () => list.removeEventListener('change', change)
  }, [query])
  return matches
}
