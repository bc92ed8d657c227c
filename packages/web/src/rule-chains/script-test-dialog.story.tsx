import { useState } from 'react'
import { Button } from '../ui/button/button.tsx'
import type { Story } from '../ui/story.ts'
import { ScriptTestDialog } from './script-test-dialog.tsx'

function InDialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Test filter function</Button>
      {isOpen && (
        <ScriptTestDialog
          scriptLabel="Filter"
          functionName="Filter"
          argNames={['msg', 'metadata', 'msgType']}
          scriptType="filter"
          script="return msg.temperature > 20;"
          msgType="POST_TELEMETRY_REQUEST"
          msg={'{"temperature":22.4,"humidity":78}'}
          metadata={{ deviceName: 'Pump P-03', deviceType: 'pump' }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const story: Story = {
  id: 'script-test-dialog',
  group: 'Dialogs',
  title: 'Script test',
  about:
    'Tries a script on a message: the platform runs it. Test needs a message type, valid JSON and metadata; Save a script that is valid and another. Errors of the script are toasts and leave no output.',
  examples: [{ name: 'A filter', Example: InDialog }],
}
export default story
