fn main() {
    let mut arguments = std::env::args().skip(1);
    let number = arguments.next().and_then(|text| text.parse::<usize>().ok()).unwrap_or(usize::MAX);
    let show = arguments.next().is_some_and(|word| word == "show");
    std::panic::set_hook(Box::new(move |info| {
        let payload = info.payload();
        let message = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
            (Some(message), _) => *message,
            (_, Some(message)) => message.as_str(),
            _ => "",
        };
        let mut bytes = b"panic: ".to_vec();
        bytes.extend_from_slice(message.as_bytes());
        bytes.push(b'\n');
        Output { bytes, show }.write();
        if let (true, Some(place)) = (show, info.location()) {
            eprintln!("at {}:{}:{}", place.file(), place.line(), place.column());
        }
        std::process::exit(101)
    }));
    let mut input = Input::read();
    let mut output = Output { bytes: Vec::new(), show };
    run(number, &mut input, &mut output);
    output.bytes.push(b'\n');
    output.write();
}
