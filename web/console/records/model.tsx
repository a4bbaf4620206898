/** A boat's model and, set apart, its year: many models end with a number. */
export function Model({ boat: { model, model_year } }: { boat: { model: string; model_year: string } }) {
  return (
    <>
      {model} <span className="muted">{model_year}</span>
    </>
  )
}
