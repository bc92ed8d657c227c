/** Part of a delete confirmation: whether the deletion can be undone, and for how many days. */

import { useQuery } from '@tanstack/react-query'
import { useText } from '../locale/use-text.tsx'
import { trashRoom, useUndo } from './use-undo.ts'

export function WayBack() {
  const t = useText()
  const undo = useUndo()
  const { data } = useQuery({ queryKey: [trashRoom, 'days'], queryFn: undo.days })
  if (data === undefined) return null
  return data > 0 ? t('trash.wayBack', { days: data }) : t('trash.noWayBack')
}
