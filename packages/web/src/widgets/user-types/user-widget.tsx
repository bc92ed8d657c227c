/** Widget of a type that a user wrote: its HTML, CSS and script run in a sandboxed frame. */

import './user-widget.css'
import { ApiError } from '@sonde/client'
import { typeParametersOf } from '@sonde/model/widgets/type-parameters'
import { TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  FailedType,
  faultText,
  MissingType,
  UnresolvedAlias,
  useWidgetRecord,
  WidgetFailure,
  type WidgetProps,
  WidgetSkeleton,
  widgetType,
} from '../../dashboards/widget-api.ts'
import type { Translate } from '../../locale/texts.ts'
import { useText } from '../../locale/use-text.tsx'
import type { WidgetTrouble } from '../../sandbox/widget-host.ts'
import { setBusy, wasBusy } from './busy-mark.ts'
import { codeOf } from './type-code.ts'
import { type StartedWidgetProps, useWidgetFrame } from './use-widget-frame.ts'

function UserWidget(props: WidgetProps) {
  const { widget, view } = props
  const { data: record, error, refetch } = useWidgetRecord(widget)
  const parts = useMemo(() => {
    const code = record && codeOf(record.descriptor)
    return code ? { code, parameters: typeParametersOf(record.descriptor) } : null
  }, [record])
  if (error instanceof ApiError && error.status === 404) return <MissingType widget={widget} />
  if (error && !record) return <FailedType error={error} onRetry={() => void refetch()} />
  if (!record) return <WidgetSkeleton />
  if (!parts) return <MissingType widget={widget} />
  const { code, parameters } = parts
  const needsEntity = !parameters.datasourcesOptional && !parameters.useCustomDatasources
  if (view.status.kind === 'unresolved' && needsEntity) return <UnresolvedAlias name={view.status.aliasName} />
  return <StartedWidget {...props} code={code} isSingle={parameters.singleEntity} />
}

/** Starts the widget again after it was stopped. */
function StartedWidget(props: StartedWidgetProps) {
  const t = useText()
  const widgetId = props.widget.id
  const [starts, setStarts] = useState(0)
  const [wasStuck, setStuck] = useState(() => wasBusy(widgetId))
  const [trouble, setTrouble] = useState<WidgetTrouble | null>(null)
  const start = () => {
    setBusy(widgetId, false)
    setStuck(false)
    setTrouble(null)
    setStarts((before) => before + 1)
  }
  if (wasStuck) return <WidgetFailure text={t('userWidgets.wasBusy')} action={t('userWidgets.start')} onRetry={start} />
  if (trouble?.isFatal)
    return <WidgetFailure text={troubleText(trouble, t)} action={t('userWidgets.restart')} onRetry={start} />
  return (
    <div className="user-widget" data-stale={props.isStale || undefined}>
      <RunningWidget key={starts} {...props} onTrouble={setTrouble} />
      {trouble && (
        <p className="user-widget-trouble" role="alert">
          <TriangleAlert size={14} strokeWidth={2} aria-hidden />
          {troubleText(trouble, t)}
        </p>
      )}
    </div>
  )
}

interface RunningWidgetProps extends StartedWidgetProps {
  readonly onTrouble: (trouble: WidgetTrouble) => void
}

function RunningWidget(props: RunningWidgetProps) {
  const room = useWidgetFrame(props, props.onTrouble)
  return <div className="user-widget-room" ref={room} />
}

function troubleText({ kind, fault, url }: WidgetTrouble, t: Translate): string {
  if (fault) return faultText({ ...fault, setting: t('userWidgets.script'), of: '' }, t)
  if (kind === 'resource') return t('userWidgets.resource', { url: url ?? '' })
  return t(kind === 'noisy' || kind === 'left' ? `userWidgets.${kind}` : 'userWidgets.silent')
}

export const userWidgetType = widgetType(UserWidget, { needs: 'nothing', hasTable: false, runs: 'all' })
