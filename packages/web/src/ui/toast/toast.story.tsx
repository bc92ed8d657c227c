import { Button } from '../button/button.tsx'
import type { Story } from '../story.ts'
import { useToasts } from './toast-stack.tsx'

function Toasts() {
  const toasts = useToasts()
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      <Button onClick={() => toasts.show({ kind: 'success', text: 'Pump P-03 was added.' })}>Success</Button>
      <Button onClick={() => toasts.show({ text: 'Nothing was changed.', durationMs: 1000 })}>Info, one second</Button>
      <Button onClick={() => toasts.show({ kind: 'warning', text: 'The clock of the device is ahead.' })}>
        Warning
      </Button>
      <Button onClick={() => toasts.show({ kind: 'error', text: 'The name Pump P-03 is taken.' })}>Error</Button>
      <Button
        onClick={() =>
          toasts.show({ text: 'Pump P-03 was deleted.', action: { label: 'Undo', onSelect: () => toasts.clear() } })
        }
      >
        With Undo
      </Button>
    </div>
  )
}

const story: Story = {
  id: 'toasts',
  group: 'Feedback',
  title: 'Toasts',
  about:
    'What happened elsewhere than where the reader looks: one line, at most one action, three at a time. One that equals another on screen is ignored; errors stay until closed; pointer or focus holds the time.',
  examples: [{ name: 'Kinds', Example: Toasts }],
}
export default story
