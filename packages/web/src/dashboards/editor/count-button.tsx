/** Button of the editor's toolbar that says how many there are: “Aliases 6”. Without room, only its icon. */

import type { ReactNode } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { useWidth } from '../../ui/theme/use-width.ts'

interface CountButtonProps {
  readonly icon: ReactNode
  readonly label: string
  readonly count: number
  readonly onClick: () => void
}

export function CountButton({ icon, label, count, onClick }: CountButtonProps) {
  const t = useText()
  const hasRoom = useWidth((px) => px >= 1200)
  const name = t('dashboardEntries.toolCount', { name: label, count })
  if (!hasRoom) return <IconButton label={name} icon={icon} aria-haspopup="dialog" onClick={onClick} />
  return (
    <Button kind="plain" icon={icon} aria-label={name} aria-haspopup="dialog" onClick={onClick}>
      {label} <span className="sd-num db-edit-count">{count}</span>
    </Button>
  )
}
