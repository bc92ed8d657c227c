/** Keys of the dashboard editor, as the list of keyboard shortcuts shows them. */

import type { PageShortcuts } from '../../ui/shortcuts/page-shortcuts.ts'

export const editorShortcuts: PageShortcuts = {
  title: 'dashboardEditor.editor',
  rows: [
    { keys: ['Tab'], text: 'dashboardEditor.keySelect' },
    { keys: ['Enter'], text: 'dashboardEditor.keySettings' },
    { keys: ['←', '↑', '↓', '→'], text: 'dashboardEditor.keyMove' },
    { keys: ['Shift', '←', '↑', '↓', '→'], text: 'dashboardEditor.keyResize' },
    { keys: ['Esc'], text: 'dashboardEditor.keyDeselect' },
    { keys: ['A'], text: 'dashboardEditor.keyAdd' },
    { keys: ['Ctrl', 'D'], text: 'dashboardEditor.keyDuplicate' },
    { keys: ['Del'], text: 'dashboardEditor.keyRemove' },
    { keys: ['Ctrl', 'C'], text: 'dashboardEditor.keyCopy' },
    { keys: ['Ctrl', 'X'], text: 'dashboardEditor.keyCut' },
    { keys: ['Ctrl', 'V'], text: 'dashboardEditor.keyPaste' },
    { keys: ['Ctrl', 'R'], text: 'dashboardEditor.keyCopyReference' },
    { keys: ['Ctrl', 'I'], text: 'dashboardEditor.keyPasteReference' },
    { keys: ['Ctrl', 'Z'], text: 'dashboardEditor.keyUndo' },
    { keys: ['Ctrl', 'Shift', 'Z'], text: 'dashboardEditor.keyRedo' },
    { keys: ['Ctrl', 'S'], text: 'dashboardEditor.keySave' },
  ],
}
