/** Dialog that adds charts to a dashboard; afterwards it offers to open the dashboard or to remove the charts again. */

import type { AppendedChart } from '@sonde/model/dashboards/append-charts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LayoutDashboard } from 'lucide-react'
import { useState } from 'react'
import { DashboardPicker } from '../entities/dashboard-picker.tsx'
import { invalidateEntities } from '../entities/entity-queries.ts'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormButtons } from '../ui/dialog/form-buttons.tsx'
import { FormError } from '../ui/field/form-error.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { useSubmit } from '../ui/field/use-submit.ts'
import { Segmented } from '../ui/segmented/segmented.tsx'
import { type AddedCharts, addToDashboard, undoAdd } from './add-to-dashboard.ts'

interface AddToDashboardDialogProps {
  /** At least one chart. */
  readonly charts: readonly AppendedChart[]
  /** Default title of a new dashboard and of a single chart's widget; empty: none. */
  readonly name?: string
  readonly onClose: () => void
}

const titleMax = 255

export default function AddToDashboardDialog({ charts, name: given = '', onClose }: AddToDashboardDialogProps) {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const sending = useSubmit()
  const [kind, setKind] = useState<'existing' | 'new'>('existing')
  const [dashboardId, setDashboardId] = useState('')
  const [title, setTitle] = useState(given)
  const [widgetTitle, setWidgetTitle] = useState(charts.length === 1 ? given || (charts[0]?.title ?? '') : '')
  const [isTried, setTried] = useState(false)
  const [added, setAdded] = useState<AddedCharts | null>(null)

  const name = title.trim()
  const fieldErrors = {
    dashboard: kind === 'existing' && dashboardId === '' ? t('explore.dashboardNeeded') : undefined,
    title:
      kind === 'new' && (name === '' || name.length > titleMax)
        ? t('explore.dashboardTitleNeeded', { max: titleMax })
        : undefined,
  }

  function add() {
    setTried(true)
    if (fieldErrors.dashboard || fieldErrors.title) return
    const target = kind === 'new' ? { kind, title: name } : { kind, id: dashboardId }
    const named = charts.length === 1 ? charts.map((chart) => ({ ...chart, title: widgetTitle.trim() })) : charts
    void sending.submit(async () => {
      setAdded(await addToDashboard(client, target, named))
      await invalidateEntities(queries, 'dashboards')
    })
  }

  function undo(of: AddedCharts) {
    void sending.submit(async () => {
      await undoAdd(client, of)
      setAdded(null)
      await invalidateEntities(queries, 'dashboards')
    })
  }

  if (added) {
    return (
      <Dialog
        title={t('explore.addToDashboard')}
        onClose={onClose}
        footer={
          <>
            <Button kind="plain" busy={sending.isBusy} onClick={() => undo(added)}>
              {t('ui.undo')}
            </Button>
            <span className="sd-spacer" />
            <Button onClick={onClose}>{t('ui.close')}</Button>
            <Link
              to="/dashboards/$dashboardId"
              params={{ dashboardId: added.dashboardId }}
              className="sd-button"
              data-kind="filled"
              data-size="md"
            >
              <LayoutDashboard size={16} strokeWidth={2} aria-hidden /> {t('explore.openDashboard')}
            </Link>
          </>
        }
      >
        <FormError text={sending.failure} />
        <p role="status">{t('explore.addedTo', { count: added.widgetIds.length, title: added.title })}</p>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={t('explore.addToDashboard')}
      onClose={onClose}
      onSubmit={add}
      footer={<FormButtons action={t('explore.addAction')} isBusy={sending.isBusy} onCancel={onClose} />}
    >
      <div className="sd-form">
        <FormError text={sending.failure} />
        <Segmented
          label={t('explore.target')}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'existing', label: t('explore.existingDashboard') },
            { value: 'new', label: t('explore.newDashboard') },
          ]}
        />
        {kind === 'existing' ? (
          <DashboardPicker
            label={t('explore.dashboard')}
            of={{ kind: 'ownTenant' }}
            value={dashboardId}
            error={isTried ? fieldErrors.dashboard : undefined}
            onChange={setDashboardId}
          />
        ) : (
          <TextField
            label={t('explore.dashboardTitle')}
            value={title}
            error={isTried ? fieldErrors.title : undefined}
            onChange={setTitle}
          />
        )}
        {charts.length === 1 && (
          <TextField label={t('explore.widgetTitle')} value={widgetTitle} onChange={setWidgetTitle} />
        )}
        <p className="sd-field-note">{t('explore.addText', { count: charts.length })}</p>
      </div>
    </Dialog>
  )
}
