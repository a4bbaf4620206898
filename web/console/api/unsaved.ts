/** Forms with something typed that is not stored yet. */
const forms = new Set<UnsavedForm>()

export interface UnsavedForm {
  /** The server has the input, and may be storing it. */
  isSending: boolean
}

/** Notes that a form has something typed that is not stored. Returns what ends that. */
export function noteUnsaved(form: UnsavedForm): () => void {
  forms.add(form)
  return () => forms.delete(form)
}

/** Returns whether something typed is not stored yet. */
export function isUnsaved(): boolean {
  return forms.size > 0
}

/** Returns whether leaving the page would lose something typed. What is being sent is not lost. */
export function wouldLose(): boolean {
  return [...forms].some(({ isSending }) => !isSending)
}
