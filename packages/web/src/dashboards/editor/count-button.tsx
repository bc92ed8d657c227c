/** Button of the editor's toolbar that says how many there are: “Aliases 6”. In a narrow toolbar, only icon and number. */

import type { ReactNode } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../../ui/button/button.tsx'

interface CountButtonProps {
  readonly icon: ReactNode
  readonly label: string
  readonly count: number
  readonly onClick: () => void
}

export function CountButton({ icon, label, count, onClick }: CountButtonProps) {
  const t = useText()
  return (
    <Button
      kind="plain"
      className="db-edit-tool"
      icon={icon}
      aria-label={t('dashboardEntries.toolCount', { name: label, count })}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <span>{label}</span>
      <span className="sd-num">{count}</span>
    </Button>
  )
}
