/** Limits as a table, or as a list if space is short; a row expands to its details. */

import type { LimitReport, LimitRow } from '@sonde/model/limits/limit-report'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { Fragment, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { Sparkline } from '../telemetry/sparkline.tsx'
import { SortButton } from '../ui/entity-table/sort-button.tsx'
import { SeverityGlyph } from '../ui/severity/severity-glyph.tsx'
import { LimitBar } from './limit-bar.tsx'
import { CauserIcon, CauserName } from './limit-causer.tsx'
import { sparkOf } from './limit-curve.ts'
import { LimitDetails } from './limit-details.tsx'
import { type LimitColumn, type LimitSort, nextSort, sortLimits } from './limit-sort.ts'
import { asOfText, exactText, forecastText, percentText, scopeText, severityOf, type Words } from './limit-words.ts'

interface LimitRowsProps {
  readonly report: LimitReport
  readonly tenantId: string | undefined
  readonly words: Words
  readonly sort: LimitSort
  readonly onSort: (sort: LimitSort) => void
  /** Available width, px. */
  readonly widthPx: number
}

/** Minimum widths in px: for the table, with causers, with the trend, with all columns. */
const tablePxMin = 720
const causesPxMin = 840
const trendPxMin = 960
const allPxMin = 1120

/** Expanded rows. In the list, limits at risk are expanded until the user collapses them. */
function useOpenRows(isList: boolean) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isOpen = (row: LimitRow) => chosen.get(row.key) ?? (isList && (row.state === 'reached' || row.state === 'soon'))
  const setOpen = (row: LimitRow, open: boolean) => setChosen(new Map(chosen).set(row.key, open))
  return { isOpen, setOpen }
}

export function LimitRows(props: LimitRowsProps) {
  const { report, sort, widthPx } = props
  const isList = widthPx < tablePxMin
  const rows = sortLimits(report.limits, sort)
  const open = useOpenRows(isList)

  /** ↑ ↓ move through the rows, → ← expand and collapse, Enter follows the link of the first causer. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>, row: LimitRow) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const buttons = [
      ...(event.currentTarget.closest('.sd-limits-rows')?.querySelectorAll<HTMLElement>('[data-limit]') ?? []),
    ]
    const at = buttons.indexOf(event.currentTarget)
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
    if (target !== undefined) buttons[target]?.focus()
    else if (event.key === 'ArrowRight') open.setOpen(row, true)
    else if (event.key === 'ArrowLeft') open.setOpen(row, false)
    else if (event.key === 'Enter') {
      const row = event.currentTarget.closest('[data-row]')
      const link = row?.querySelector<HTMLElement>('[data-causer] a')
      // Without a link, Enter activates the button.
      if (!link) return
      link.click()
    } else return
    event.preventDefault()
  }

  const parts = { ...props, rows, open, onKeyDown }
  return isList ? <LimitList {...parts} /> : <LimitTable {...parts} />
}

interface RowsDeps extends LimitRowsProps {
  readonly rows: readonly LimitRow[]
  readonly open: ReturnType<typeof useOpenRows>
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>, row: LimitRow) => void
}

function LimitTable({ report, tenantId, words, sort, onSort, widthPx, rows, open, onKeyDown }: RowsDeps) {
  const { t } = words
  const id = useId()
  // Narrow tables drop columns whose values the details contain.
  const hasTrend = widthPx >= trendPxMin
  const hasAll = widthPx >= allPxMin
  const hasCauses = widthPx >= causesPxMin
  const columns = allColumns.filter(
    (name) => (hasTrend || name !== 'trend') && (hasAll || name !== 'atLimit') && (hasCauses || name !== 'causes'),
  )
  return (
    <div className="sd-card sd-limits-rows">
      <table className="sd-limits-table" aria-label={t('limits.list', { tenant: report.tenantTitle })}>
        <colgroup>
          {columns.map((name) => (
            <col key={name} data-column={name} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="sd-limits-expander">
              <span className="sd-hidden-text">{t('ui.tabDetails')}</span>
            </th>
            <SortHead column="title" sort={sort} onSort={onSort}>
              {t('limits.limit')}
            </SortHead>
            <SortHead column="used" sort={sort} onSort={onSort}>
              {t('limits.used')}
            </SortHead>
            {hasTrend && <th scope="col">{t('limits.trend')}</th>}
            <SortHead column="forecast" sort={sort} onSort={onSort}>
              {t('limits.forecast')}
            </SortHead>
            <SortHead column="refused" sort={sort} onSort={onSort} isNumeric>
              {t('limits.refused')}
            </SortHead>
            {hasAll && <th scope="col">{t('limits.atLimitColumn')}</th>}
            {hasCauses && <th scope="col">{t('limits.causes')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const isOpen = open.isOpen(row)
            const detailsId = `${id}-${row.key}`
            return (
              <Fragment key={row.key}>
                <tr data-row={row.key} data-open={isOpen || undefined}>
                  <td className="sd-limits-expander">
                    <Expander row={row} open={open} controls={detailsId} onKeyDown={onKeyDown} />
                  </td>
                  <th scope="row">
                    <span className="sd-limit-title">{row.title}</span>
                    <span className="sd-limit-under">{scopeText(row, words)}</span>
                  </th>
                  <td>
                    <LimitBar row={row} words={words} />
                  </td>
                  {hasTrend && (
                    <td>
                      <Sparkline values={sparkOf(row)} label={t('limits.trendOf', { title: row.title })} />
                    </td>
                  )}
                  <td>
                    <ForecastCell row={row} words={words} />
                  </td>
                  <td className="sd-num" data-numeric>
                    <RejectedCell row={row} words={words} />
                  </td>
                  {hasAll && <td className="sd-text-2">{row.atLimit}</td>}
                  {hasCauses && (
                    <td>
                      <CauserCell row={row} words={words} />
                    </td>
                  )}
                </tr>
                {isOpen && (
                  <tr className="sd-limits-opened" id={detailsId}>
                    <td colSpan={columns.length}>
                      <LimitDetails row={row} report={report} tenantId={tenantId} words={words} />
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Columns whose widths the CSS defines. */
const allColumns = ['expander', 'limit', 'used', 'trend', 'forecast', 'refused', 'atLimit', 'causes'] as const

interface SortHeadProps {
  readonly column: LimitColumn
  readonly sort: LimitSort
  readonly onSort: (sort: LimitSort) => void
  readonly isNumeric?: boolean
  readonly children: ReactNode
}

function SortHead({ column, sort, onSort, isNumeric, children }: SortHeadProps) {
  const isSorted = sort.column === column
  return (
    <th
      scope="col"
      data-sorted={isSorted || undefined}
      data-numeric={isNumeric || undefined}
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
    >
      <SortButton
        isSorted={isSorted}
        isDescending={sort.isDescending}
        size={12}
        onSort={() => onSort(nextSort(sort, column))}
      >
        {children}
      </SortButton>
    </th>
  )
}

function LimitList({ report, tenantId, words, rows, open, onKeyDown }: RowsDeps) {
  const { t } = words
  const id = useId()
  return (
    <ul className="sd-card sd-limits-rows sd-limits-list" aria-label={t('limits.list', { tenant: report.tenantTitle })}>
      {rows.map((row) => {
        const isOpen = open.isOpen(row)
        const detailsId = `${id}-${row.key}`
        return (
          <li key={row.key} data-row={row.key} data-open={isOpen || undefined}>
            <div className="sd-limits-item">
              <Expander row={row} open={open} controls={detailsId} onKeyDown={onKeyDown} />
              <div>
                <div className="sd-limits-item-head">
                  <span className="sd-limit-title">{row.title}</span>
                  <ForecastCell row={row} words={words} />
                </div>
                <LimitBar row={row} words={words} />
              </div>
            </div>
            {isOpen && (
              <div className="sd-limits-opened" id={detailsId}>
                <LimitDetails row={row} report={report} tenantId={tenantId} words={words} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface ExpanderProps extends Pick<RowsDeps, 'open' | 'onKeyDown'> {
  readonly row: LimitRow
  /** Id of the element that it expands. */
  readonly controls: string
}

function Expander({ row, open, controls, onKeyDown }: ExpanderProps) {
  const t = useText()
  const isOpen = open.isOpen(row)
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      className="sd-icon-button"
      data-size="sm"
      data-limit={row.key}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      aria-label={t('limits.expand', { title: row.title })}
      onClick={() => open.setOpen(row, !isOpen)}
      onKeyDown={(event) => onKeyDown(event, row)}
    >
      <Icon size={16} strokeWidth={2} aria-hidden />
    </button>
  )
}

interface CellProps {
  readonly row: LimitRow
  readonly words: Words
}

function ForecastCell({ row, words }: CellProps) {
  const severity = severityOf(row, words.nowMs)
  return (
    <span className="sd-limit-outlook" data-severity={severity}>
      {severity && <SeverityGlyph of={severity} />}
      {row.isStale ? words.t('limits.measuredAt', { time: asOfText(row.usedTs, words) }) : forecastText(row, words)}
    </span>
  )
}

function RejectedCell({ row, words }: CellProps) {
  const { today, week } = row.refused
  const title = words.t('limits.refusedWeek', { count: week })
  return today > 0 ? (
    <b className="sd-limit-refused" title={title}>
      {exactText({ unit: null }, today, words)}
    </b>
  ) : (
    <span className="sd-text-3" title={title}>
      0
    </span>
  )
}

function CauserCell({ row, words }: CellProps) {
  const { t } = words
  const [first] = row.causers
  if (!first) return <span className="sd-text-3">–</span>
  const kind = t(`entityTypes.${first.entityType}` as 'entityTypes.DEVICE')
  return (
    <span className="sd-limit-causer" data-causer>
      <CauserName causer={first} />
      <span className="sd-limit-under sd-num">
        <CauserIcon causer={first} />
        {t('limits.causerShare', { kind, share: percentText(first.share, words) })}
      </span>
    </span>
  )
}
