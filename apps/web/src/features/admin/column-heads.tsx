/** The names of a table's columns; those of buttons have one, too. */
export const ColumnHeads = ({ names }: { names: readonly string[] }) =>
  names.map((name) => (
    <th key={name} scope="col">
      {name}
    </th>
  ));
