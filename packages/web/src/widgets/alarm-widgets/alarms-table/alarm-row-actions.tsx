/** Actions of a row of an alarms table: buttons, or a menu in narrow tables. */

import type { AlarmData } from '@sonde/model/entity-query/entity-query'
import { Check, CircleCheck, EllipsisVertical, Info } from 'lucide-react'
import { isActiveAlarm, isSeenAlarm } from '../../../alarms/alarm-state.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { IconButton } from '../../../ui/button/button.tsx'
import { MenuButton } from '../../../ui/menu/menu.tsx'

export interface AlarmRowActionsProps {
  readonly alarm: AlarmData
  /** Undefined: the widget or the user's rights don't allow it. */
  readonly onDetails: (() => void) | undefined
  readonly onAcknowledge: (() => void) | undefined
  readonly onClear: (() => void) | undefined
  readonly isMenu: boolean
  /** A button that doesn't apply keeps its space. */
  readonly keepsSpace: boolean
}

export function AlarmRowActions(props: AlarmRowActionsProps) {
  const { alarm, onDetails, onAcknowledge, onClear, isMenu, keepsSpace } = props
  const t = useText()
  const actions = [
    { id: 'details', label: t('alarms.show'), Icon: Info, run: onDetails, applies: true },
    {
      id: 'acknowledge',
      label: t('alarms.acknowledge'),
      Icon: Check,
      run: onAcknowledge,
      applies: !isSeenAlarm(alarm.status),
    },
    { id: 'clear', label: t('alarms.clear'), Icon: CircleCheck, run: onClear, applies: isActiveAlarm(alarm.status) },
  ].flatMap(({ run, ...action }) => (run ? [{ ...action, run }] : []))
  if (isMenu) {
    return (
      <MenuButton
        label={`${t('ui.more')}: ${alarm.type}`}
        size="sm"
        icon={<EllipsisVertical size={16} />}
        items={() =>
          actions
            .filter(({ applies }) => applies)
            .map(({ id, label, Icon, run }) => ({
              id,
              label,
              icon: <Icon size={16} strokeWidth={2} aria-hidden />,
              onSelect: run,
            }))
        }
      />
    )
  }
  return actions.map(({ id, label, Icon, run, applies }) => {
    if (!applies && !keepsSpace) return null
    return (
      <IconButton
        key={id}
        label={label}
        size="sm"
        icon={<Icon size={16} strokeWidth={2} />}
        disabled={!applies}
        onClick={run}
      />
    )
  })
}
