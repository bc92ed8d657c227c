/** Button for the filters whose values users may change. Opens their form in a popover, on phones in full screen. */

import { filterInputs } from '@sonde/model/dashboards/user-filters'
import { own } from '@sonde/model/own'
import { ChevronDown, ListFilter } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Popover } from '../ui/popover/popover.tsx'
import { isPhone, useWidth } from '../ui/theme/use-width.ts'
import { useDashboard } from './dashboard-context.tsx'

const FiltersForm = lazy(() => import('./filters-form.tsx').then((module) => ({ default: module.FiltersForm })))

/** `filterIds`: filters that the open state's widgets use. */
export function FiltersButton({ filterIds }: { filterIds: readonly string[] }) {
  const t = useText()
  const { filters } = useDashboard()
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const isSmall = useWidth(isPhone)
  const hasRoom = useWidth((px) => px >= 960)
  const editable = filterIds.flatMap((id) => {
    const filter = own(filters.original, id)
    return filter && filterInputs(filter).length > 0 ? [filter] : []
  })
  if (editable.length === 0) return null
  const changed = editable.reduce((sum, { id }) => sum + Object.keys(filters.choicesOf(id)).length, 0)
  const close = () => setOpen(false)
  const form = (
    <Suspense fallback={<div className="db-filters" aria-busy />}>
      <FiltersForm filters={editable} onClose={close} />
    </Suspense>
  )
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className="sd-trigger db-chip"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={t('dashboards.filtersChanged', { count: changed })}
        onClick={() => setOpen(!isOpen)}
      >
        <ListFilter size={14} strokeWidth={2} aria-hidden />
        {hasRoom && <b>{t('dashboards.filters')}</b>}
        {changed > 0 && <span className="db-badge sd-num">{changed}</span>}
        <ChevronDown size={14} strokeWidth={2} aria-hidden />
      </button>
      {isSmall ? (
        isOpen && (
          <Dialog title={t('dashboards.filters')} onClose={close} isFlush>
            {form}
          </Dialog>
        )
      ) : (
        <Popover isOpen={isOpen} onClose={close} anchor={anchor} placement="bottom-end" label={t('dashboards.filters')}>
          {form}
        </Popover>
      )}
    </>
  )
}
